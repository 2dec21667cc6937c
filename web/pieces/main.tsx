import { createRoot } from 'react-dom/client';
import { Pieces } from './Pieces.tsx';

// `npm run dev`, /pieces: no part of what is built.
createRoot(document.getElementById('root')!).render(<Pieces />);
