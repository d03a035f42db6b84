/** The button of a small window that Enter presses: it stands out from the others. */
export const MAIN_BUTTON = { default: true, class: "fw-button primary" } as const;

/** Every other button of such a window. */
export const OTHER_BUTTON = { class: "fw-button" } as const;
