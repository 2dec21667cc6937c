import { fieldsIn, parseTemplate, type TemplateProblem } from './template-text.ts';
import { templateKind, type TemplateKind } from './template-kinds.ts';

/** Maximum characters of a template's title and text. */
export const templateLimits = { title: 150, body: 10_000 };

/** One line, and paragraphs. */
export interface TemplateText {
  title: string;
  body: string;
}

/**
 * What is wrong with the text of a template, by field name: unknown fields, braces without a partner and
 * required fields that are missing; empty when it is right.
 */
export function templateProblems(
  of: TemplateKind,
  text: TemplateText,
): { title?: string; body?: string } {
  const { fields, required, isMessage = false } = templateKind(of);
  const names = Object.keys(fields);
  const [title, body] = [parseTemplate(text.title, names), parseTemplate(text.body, names)];
  const used = new Set([...fieldsIn(title.parts), ...fieldsIn(body.parts)]);
  const missing = required.filter((name) => !used.has(name));
  const inTitle = /[\r\n]/.test(text.title)
    ? 'must be one line'
    : textProblems(title.problems, isMessage && text.title).join('\n');
  // A field that was mistyped is not reported as missing, too.
  const wrong = textProblems(body.problems, isMessage && text.body);
  const inBody = (
    wrong.length
      ? wrong
      : missing.map((name) => `{{${name}}} is missing: this text has to state it`)
  ).join('\n');
  return { ...(inTitle && { title: inTitle }), ...(inBody && { body: inBody }) };
}

/** Addresses of others do not get into mails of the institute. */
const address = /\b[a-z][a-z0-9+.-]*:\/\/|\bwww\./i;

/** @param mailed the text where it is mailed, else false. */
const textProblems = (problems: TemplateProblem[], mailed: string | false): string[] => [
  ...problems.map(({ message }) => message),
  ...(mailed && address.test(mailed)
    ? ['must not have addresses of web pages: mails link to no other address']
    : []),
];
