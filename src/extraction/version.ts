/** Of all readers. Bumped whenever the same bytes may read differently: everything stored is then read again. */
export const EXTRACTOR_VERSION = "18";
