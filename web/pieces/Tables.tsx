import { Badge, Group } from '@mantine/core';
import { RedListTag } from '../ui/RedListTag.tsx';
import { StatList } from '../ui/StatList.tsx';
import { StudentPhoto } from '../ui/StudentPhoto.tsx';
import { Piece } from './Piece.tsx';

const people = [
  { id: 'S260001', name: 'Zoë O’Brien', state: 'Present', color: 'teal.9' },
  {
    id: 'S260002',
    name: 'Alexandra Wolfeschlegelsteinhausenbergerdorff',
    state: 'Absent',
    color: 'red.9',
  },
  { id: 'S260003', name: '李小龍', state: 'Not taken', color: 'gray.7' },
];

export function Tables() {
  return (
    <Piece title="Tables, badges and figures">
      <section className="at-card at-scroll" tabIndex={0} aria-label="Students, table">
        <table className="at-table">
          <thead>
            <tr>
              <th scope="col">Student</th>
              <th scope="col">ID</th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ id, name, state, color }) => (
              <tr key={id}>
                <td>
                  <Group gap="xs" wrap="nowrap">
                    <StudentPhoto student={{ name, profile_image: null }} size={34} />
                    {name} {state === 'Absent' && <RedListTag />}
                  </Group>
                </td>
                <td>{id}</td>
                <td>
                  <Badge color={color} variant="filled">
                    {state}
                  </Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <StatList
        stats={[
          ['Rate', '94%'],
          ['Present', '50 of 53'],
          ['Absent', 3],
        ]}
      />
    </Piece>
  );
}
