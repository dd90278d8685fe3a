/** Bumped whenever the same text may become another procedure: everything that was read is then normalized again. */
export const PROCEDURES_VERSION = "15";
