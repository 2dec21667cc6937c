import type { ReactNode } from 'react';

interface CardField {
  id: string;
  title: string;
  value: ReactNode;
  isNumber?: boolean | undefined;
}

/** From so many numbers on, they stand in pairs. */
const manyNumbers = 4;

/** What a card lists below its heading; nothing without fields. */
export const CardFields = ({ fields }: { fields: CardField[] }) =>
  fields.length > 0 && (
    <dl data-pairs={fields.filter(({ isNumber }) => isNumber).length >= manyNumbers || undefined}>
      {fields.map(({ id, title, value, isNumber }) => (
        <div key={id} data-number={isNumber || undefined}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
