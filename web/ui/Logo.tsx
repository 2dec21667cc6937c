import { institutePicture } from './institute-picture.ts';

/** The institute's picture; without one the product's mark, a roll with its last row ticked off. */
export function Logo({ size = 32 }: { size?: number }) {
  const picture = institutePicture();
  if (picture !== null)
    return <img src={picture} alt="" height={size} style={{ maxWidth: size * 4, width: 'auto' }} />;
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
      <rect width="48" height="48" rx="12" fill="#17625c" />
      <g fill="#cfe8e4">
        <circle cx="13" cy="14" r="3.5" />
        <circle cx="24" cy="14" r="3.5" />
        <circle cx="35" cy="14" r="3.5" />
        <circle cx="13" cy="25" r="3.5" />
        <circle cx="13" cy="36" r="3.5" opacity=".45" />
      </g>
      <path
        d="M20 29.5 26 35.5 37 22.5"
        fill="none"
        stroke="#f4a93a"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
