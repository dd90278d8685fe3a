/** What stands before an item of a list, and is no column. */
export const MARKER = /^(?:[•◦▪‣●○■□–—*·-]|\(?\d{1,3}[.)]|\d{1,3}|\(?[a-z][.)]|\(?[ivxl]{1,5}[.)])$/iu;
