import type { ReactNode } from 'react';

interface CardField {
  id: string;
  title: string;
  value: ReactNode;
}

/** What a card lists below its heading; nothing without fields. */
export const CardFields = ({ fields }: { fields: CardField[] }) =>
  fields.length > 0 && (
    <dl>
      {fields.map(({ id, title, value }) => (
        <div key={id}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
