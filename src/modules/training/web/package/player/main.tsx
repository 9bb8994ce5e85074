import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#ui/styles/styles.css';
import '#ui/styles/styles-app.css';
import type { Course } from '../../../course.ts';
import type { PackageSettings } from '../../../packageSettings.ts';
import { nowhere, type LearningSystem } from './learningSystem.ts';
import { PackagePage, PageFailed } from './PackagePage.tsx';
import { findApi, scorm12 } from './scorm12.ts';

async function read<T>(name: string): Promise<T> {
  const answer = await fetch(new URL(name, document.baseURI));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return (await answer.json()) as T;
}

async function learningSystemOf(standard: PackageSettings['standard']): Promise<LearningSystem | null> {
  if (standard === 'scorm12') {
    const api = findApi(window);
    return api && scorm12(api);
  }
  if (!new URLSearchParams(location.search).has('fetch')) return null;
  const { openCmi5 } = await import('./cmi5.ts');
  return openCmi5();
}

const root = createRoot(document.getElementById('root')!);
try {
  const [settings, course] = await Promise.all([
    read<PackageSettings>('settings.json'),
    read<Course>('course.json'),
  ]);
  document.title = course.title;
  const system = await learningSystemOf(settings.standard);
  addEventListener('pagehide', () => system?.leave());
  // what was left is over: a page that comes back from the browser's memory begins anew
  addEventListener('pageshow', (event) => event.persisted && location.reload());
  root.render(
    <StrictMode>
      <PackagePage settings={settings} course={course} system={system ?? nowhere} isKept={system !== null} />
    </StrictMode>,
  );
} catch (error) {
  reportError(error);
  root.render(<PageFailed />);
}
