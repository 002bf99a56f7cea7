/**
 * Time within which two presses on a control are one. Two clicks within 500 ms are a double click on Windows and macOS; a finger, or
 * a slow hand, takes a little longer.
 */
export const DOUBLE_PRESS_MS = 600;
