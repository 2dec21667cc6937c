import { encode } from 'uqr';

/** A text as a QR code. @param label the target of the code. */
export function QrCode({
  text,
  label,
  size = 160,
}: {
  text: string;
  label: string;
  size?: number;
}) {
  const { data, size: modules } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
