export { carryOut, importOnto, importText, type Decide, type TransferResult } from "./carry-out";
export { exportSource, fileName, fileText, folderIdOf, transferFile } from "./export";
export { isTransferred, type TransferFile, type Words } from "./format";
export { planTransfer, type Candidate, type Decision, type TransferPlan } from "./plan";
export { WORLD, type StoredDocument, type TransferTarget } from "./target";
