import fc from "fast-check";

/* The short run draws the same samples every time, so that it tells of a change and not of chance; the long run draws fresh ones, and prints the seed of what fails. */
if (process.env["FULL"] !== "1") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20 });
