export type Control = {
  index: number;
  words: string;
  key: string;
  field: { name: string; type: string; value: string } | null;
};
export type FormSketch = {
  fields: number[];
  words: string;
  get: boolean;
  action: string;
  parts: { name: string; type: string; value: string; autocomplete: string }[];
  about: string;
  buttons: string[];
};

export function listControls(keep: string): Control[];
export function listForms(keep: string): FormSketch[];
export function press(input: readonly [keep: string, index: number]): boolean;
export function fill(input: readonly [keep: string, index: number, value: string, enter: boolean]): boolean;
export function submit(input: readonly [keep: string, index: number]): boolean;
