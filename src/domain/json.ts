/** What JSON can hold: the only values that reach a manifest line, an event or a database column. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export type JsonObject = { readonly [name: string]: Json };
