/** A field of a template: what it says, and an example for the preview. */
export interface TemplateField {
  about: string;
  example: string;
}

/** A kind of template: its purpose, its fields, and the text that an institute begins with. */
export interface TemplateKindFacts {
  title: string;
  about: string;
  fields: Readonly<Record<string, TemplateField>>;
  /** Fields without which the text is refused. */
  required: readonly string[];
  /** Its texts are mailed: they have no addresses but those of fields. */
  isMessage?: true;
  default: { title: string; body: string };
}
