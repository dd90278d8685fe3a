/** Of JSON, for every format that is made of it. */
export const JSON_WORDS = [
  ...'{ } [ ] , : " {} [] null true false "" \\u0000 \\ud800 {"__proto__":{"x":1}} "__proto__": "constructor":'.split(
    " ",
  ),
  "[[[[[[[[",
  '{"a":{"a":{"a":',
];
