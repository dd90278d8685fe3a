import { describe, expect, it } from "vitest";
import { type RadioButton, radioLabels } from "./radio-labels.ts";

const button = (before: string, after: string, value = ""): RadioButton => ({ before, after, value });

describe("the buttons of one choice", () => {
  it.each([
    {
      what: "are called by the words after them",
      buttons: [button("Sexo:", "Hombre"), button("", "Mujer")],
      label: null,
      options: ["Hombre", "Mujer"],
    },
    {
      what: "are called by the words before them where the last has none after it",
      buttons: [button("Sexo: Hombre", "Mujer"), button("Mujer", "Otro"), button("Otro", "")],
      label: "Sexo",
      options: ["Hombre", "Mujer", "Otro"],
    },
    {
      what: "are told from the name of the choice by their value",
      buttons: [
        button("Forma de pago Transferencia bancaria", "En caja", "transf"),
        button("En caja", "", "caja"),
      ],
      label: "Forma de pago",
      options: ["Transferencia bancaria", "En caja"],
    },
    {
      what: "have no name of the choice before them where each stands on a line of its own",
      buttons: [button("Alta", "", "1"), button("Baja", "", "2")],
      label: "",
      options: ["Alta", "Baja"],
    },
    {
      what: "are called by their values where nothing is beside them",
      buttons: [button("Turno", "", String.raw`\376\377\000m\000a\361`), button("", "", "tarde")],
      label: null,
      options: ["ma", "tarde"],
    },
  ])("$what", ({ buttons, label, options }) => {
    expect(radioLabels(buttons)).toEqual({ label, options });
  });
});
