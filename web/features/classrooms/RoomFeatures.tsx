import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listRoomFeatures } from '#contract/endpoints/room-features.ts';
import { request } from '#web/platform/api.ts';
import { useFieldProps } from '#web/ui/form/form-context.ts';

const useFeatures = (): string[] =>
  useQuery({
    queryKey: ['room-features'],
    queryFn: ({ signal }) => request(listRoomFeatures, { signal }),
    staleTime: 30_000,
  }).data?.results ?? [];

/** What a room has, in its form: those of other rooms are proposed. */
export function FeaturesField({ name, label }: { name: string; label: string }) {
  const { value, error, onChange, onBlur } = useFieldProps(name);
  return (
    <TagsInput
      data-path={name}
      label={label}
      description="Such as projector, lab, accessible"
      data={useFeatures()}
      value={(value as string[] | null) ?? []}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
      maxLength={40}
      maxTags={20}
      splitChars={[',', ';']}
      acceptValueOnBlur
    />
  );
}

interface WantedFeaturesProps {
  /** Names, separated by commas. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** What a room must have. */
export function WantedFeatures({ value, onChange }: WantedFeaturesProps) {
  return (
    <TagsInput
      label="Room with"
      placeholder={value ? undefined : 'Projector …'}
      data={useFeatures()}
      value={value?.split(',') ?? []}
      onChange={(next) => onChange(next.join(',') || undefined)}
      maxLength={40}
      maxTags={20}
      splitChars={[',', ';']}
      acceptValueOnBlur
    />
  );
}
