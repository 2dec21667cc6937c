const seats = [
  { x: 330, y: 96, name: 120, done: true },
  { x: 330, y: 152, name: 92, done: true },
  { x: 330, y: 208, name: 136, done: true },
  { x: 330, y: 264, name: 104, done: false },
  { x: 330, y: 320, name: 118, done: false },
];

/** An illustration: a card at the reader, and rows of a roll that turn green. */
export function Hero() {
  return (
    <svg
      viewBox="0 0 640 460"
      role="img"
      aria-label="A student card at a reader, and a class roll being ticked off"
    >
      <circle cx="150" cy="120" r="170" fill="#17625c" opacity=".55" />
      <circle cx="560" cy="400" r="150" fill="#e59623" opacity=".18" />
      <g>
        <rect x="286" y="44" width="300" height="350" rx="22" fill="#fbfaf6" />
        <rect x="310" y="64" width="110" height="12" rx="6" fill="#17625c" />
        <rect x="500" y="64" width="62" height="12" rx="6" fill="#f4a93a" />
        {seats.map(({ x, y, name, done }) => (
          <g key={y}>
            <rect
              x={x - 22}
              y={y}
              width="256"
              height="44"
              rx="12"
              fill={done ? '#e2f4e8' : '#eef1ef'}
            />
            <circle cx={x} cy={y + 22} r="12" fill={done ? '#86c3ba' : '#c6d0cc'} />
            <rect
              x={x + 24}
              y={y + 11}
              width={name}
              height="9"
              rx="4.5"
              fill={done ? '#2f6f69' : '#9fb0ab'}
            />
            <rect
              x={x + 24}
              y={y + 26}
              width={name * 0.6}
              height="7"
              rx="3.5"
              fill={done ? '#86c3ba' : '#c6d0cc'}
            />
            {done ? (
              <path
                d={`M${x + 196} ${y + 22} l8 8 l14 -16`}
                fill="none"
                stroke="#1b7a43"
                strokeWidth="5"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            ) : (
              <circle cx={x + 207} cy={y + 22} r="9" fill="none" stroke="#b5c2bd" strokeWidth="3" />
            )}
          </g>
        ))}
      </g>
      <g>
        <rect x="52" y="250" width="170" height="150" rx="24" fill="#0a302d" />
        <rect x="72" y="270" width="130" height="70" rx="14" fill="#134f49" />
        <path
          d="M112 318 a26 26 0 0 1 50 0"
          fill="none"
          stroke="#f4a93a"
          strokeWidth="6"
          strokeLinecap="round"
        />
        <path
          d="M124 320 a14 14 0 0 1 26 0"
          fill="none"
          stroke="#f4a93a"
          strokeWidth="6"
          strokeLinecap="round"
        />
        <circle cx="137" cy="368" r="9" fill="#6fd598" />
      </g>
      <g transform="rotate(-14 150 180)">
        <rect x="66" y="120" width="176" height="110" rx="16" fill="#fbfaf6" />
        <rect x="66" y="120" width="176" height="28" rx="14" fill="#e59623" />
        <rect x="82" y="162" width="44" height="52" rx="8" fill="#d8ebe8" />
        <circle cx="104" cy="180" r="10" fill="#8d5a3c" />
        <path d="M86 214 c2 -18 34 -18 36 0z" fill="#17625c" />
        <rect x="140" y="166" width="80" height="9" rx="4.5" fill="#2f6f69" />
        <rect x="140" y="184" width="54" height="8" rx="4" fill="#b1c4bf" />
        <rect x="140" y="200" width="66" height="8" rx="4" fill="#b1c4bf" />
      </g>
    </svg>
  );
}
