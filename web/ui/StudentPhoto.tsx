import { Avatar } from '@mantine/core';

/** The photo, or the initials where there is none; the name always stands beside it. */
export function StudentPhoto({ student, size }: { student: { name: string; profile_image: string | null }; size: number }) {
  const initials = student.name
    .split(' ')
    .map((part) => Array.from(part)[0])
    .slice(0, 2)
    .join('');
  return (
    <Avatar src={student.profile_image} size={size} radius="md" alt="" imageProps={{ loading: 'lazy' }} aria-hidden="true">
      {initials}
    </Avatar>
  );
}
