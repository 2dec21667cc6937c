import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsIn, fillTemplate, parseTemplate } from './template-text.ts';
import {
  exampleValues,
  letterKindNames,
  templateKind,
  templateKindNames,
} from './template-kinds.ts';
import { templateLimits, templateProblems } from './template-check.ts';

const fields = ['student_name', 'rate', 'date'];
const messagesOf = (text: string) =>
  parseTemplate(text, fields).problems.map(({ message }) => message);
const filled = (text: string, values: Record<string, string>) =>
  fillTemplate(parseTemplate(text, fields).parts, values);

describe('a template (R-PAPER-1)', () => {
  it.each(templateKindNames)('%s begins with a capital letter after the salutation', (kind) => {
    const paragraphs = templateKind(kind).default.body.split('\n\n');
    const salutation = paragraphs.findIndex((text) => /^(Dear|Hello)\b/.test(text));
    if (salutation >= 0) expect(paragraphs[salutation + 1]).toMatch(/^(\p{Lu}|\{\{)/u);
  });

  it('has its fields replaced, with or without spaces in the braces', () => {
    const values = { student_name: 'Ana Lima', rate: '80%' };
    expect(filled('Dear {{student_name}}: {{ rate }}, {{rate}}', values)).toBe(
      'Dear Ana Lima: 80%, 80%',
    );
  });

  it('has no blank for a field without a value (R-NAME-1)', () => {
    const written = (rate: string) =>
      filled('Dear {{student_name}} {{rate}},', { student_name: 'Meera', rate });
    expect([written('Rao'), written('')]).toEqual(['Dear Meera Rao,', 'Dear Meera,']);
    expect(filled('{{student_name}} {{rate}}', { student_name: '', rate: 'x' })).toBe(' x');
  });

  it('never reads a value as a template or as markup', () => {
    const values = { student_name: '{{rate}} <b>Ana</b> $& }}', rate: '80%' };
    expect(filled('{{student_name}} {{rate}}', values)).toBe('{{rate}} <b>Ana</b> $& }} 80%');
  });

  it('leaves single braces alone', () => {
    expect(messagesOf('{rate} a{b}c }{')).toEqual([]);
    expect(filled('{rate}', {})).toBe('{rate}');
  });

  it.each([
    [
      'one\ntwo {{rates}}',
      '{{rates}} in line 2, column 5 is no field of this template; did you mean {{rate}}?',
    ],
    [
      '{{Student Name}}',
      '{{Student Name}} in line 1, column 1 is no field of this template; did you mean {{student_name}}?',
    ],
    [
      '{{colour}}',
      '{{colour}} in line 1, column 1 is no field of this template; it has: student_name, rate, date',
    ],
    ['{{}}', '"{{}}" in line 1, column 1 names no field'],
    ['a {{rate', '"{{" in line 1, column 3 is not closed with "}}"'],
    ['{{rate {{date}}', '"{{" in line 1, column 1 is not closed with "}}"'],
    ['rate}}', '"}}" in line 1, column 5 closes no field'],
    [
      '{{{rate}}}',
      '{{{rate}} in line 1, column 1 is no field of this template; did you mean {{rate}}?',
    ],
  ])('%j is refused: %s', (text, message) => {
    expect(messagesOf(text)[0]).toBe(message);
  });

  it('is whatever was typed: nothing is lost, and every fault has its place', () => {
    const pieces = fc.constantFrom('{{', '}}', '{', '}', 'rate', '\n', ' ', 'x', '{{rate}}');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        const { parts: found, problems } = parseTemplate(text, fields);
        for (const { line, column } of problems) {
          const on = text.split('\n')[line - 1] ?? '';
          expect(['{{', '}}']).toContain(on.slice(column - 1, column + 1));
        }
        if (problems.length) return;
        const again = found
          .map((part) => (typeof part === 'string' ? part : `{{${part.field}}}`))
          .join('');
        const plain = (it: string) => it.replaceAll(/\{\{\s*rate\s*\}\}/g, '{{rate}}');
        expect(again).toBe(plain(text));
      }),
    );
  });
});

describe('the kinds', () => {
  it.each(templateKindNames)('%s has a default that is right and within the limits', (kind) => {
    const { fields: known, default: text, required } = templateKind(kind);
    expect(templateProblems(kind, text)).toEqual({});
    expect(text.body.length).toBeLessThan(templateLimits.body / 2);
    expect(Object.keys(known)).toEqual(expect.arrayContaining([...required]));
    expect(Object.values(exampleValues(kind)).every(Boolean)).toBe(true);
    const used = fieldsIn(parseTemplate(text.body, Object.keys(known)).parts);
    expect(used).toContain(letterKindNames.some((one) => one === kind) ? 'number' : 'contact');
  });

  it('what is mailed has no address of a web page (R-MSG-3)', () => {
    const { body } = templateKind('absence_message').default;
    for (const address of ['https://evil.example', 'HTTP://x', 'www.evil.example', 'ftp://x'])
      expect(
        templateProblems('absence_message', { title: address, body: `${body} ${address}` }),
      ).toEqual({
        title: expect.stringContaining('addresses'),
        body: expect.stringContaining('addresses'),
      });
    expect(
      templateProblems('warning_letter', { title: 'x', body: '{{student_name}} www.a.example' }),
    ).toEqual({});
  });

  it('a certificate states period, definition, counted meetings, date and number (R-PAPER-3)', () => {
    const { body } = templateProblems('certificate', { title: 'Certificate', body: 'Hello' });
    for (const field of ['from_date', 'to_date', 'definition', 'counted', 'date', 'number'])
      expect(body).toContain(`{{${field}}} is missing`);
  });

  it('of thousands of faults the first 20 are named', () => {
    for (const body of ['\n{{', '\n}}{{x}}', '\n{{x}}'].map((it) => it.repeat(1000))) {
      expect(
        templateProblems('warning_letter', { title: 'x', body }).body?.split('\n').length,
      ).toBe(20);
      expect(parseTemplate(body, []).problems.at(-1)?.line).toBeLessThanOrEqual(21);
    }
  });

  it('a title is one line', () => {
    const text = { title: 'a\nb', body: '{{student_name}}' };
    expect(templateProblems('warning_letter', text)).toEqual({ title: 'must be one line' });
  });
});
