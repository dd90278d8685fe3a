/** A file of a model is not what it should be. The message says what was expected; who loads it says where. */
export class BrokenModel extends Error {
  /** Of the file in the model's folder. */
  readonly file: string;

  constructor(file: string, problem: string) {
    super(problem);
    this.name = "BrokenModel";
    this.file = file;
  }
}
