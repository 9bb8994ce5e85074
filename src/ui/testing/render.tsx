import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { UiProvider } from '../theme/UiProvider.tsx';

/** Renders a compound in the default look. */
export function renderUi(content: ReactNode) {
  return render(<UiProvider look={{ accent: '#0b6b6b', radius: 'rounded' }}>{content}</UiProvider>);
}
