import { lazy, Suspense } from 'react';
import type { RichText } from '#platform/richText.ts';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import classes from './Concierge.module.css';

const Editor = lazy(async () => ({
  default: (await import('#platform/web/RichTextEditor.tsx')).RichTextEditor,
}));

export type FormattedFieldProps = {
  label: string;
  /** What it begins with; another `key` begins anew. */
  initial: RichText;
  onChange: (text: RichText) => void;
  error?: string | null;
};

/** A field of formatted text; its editor comes in a chunk of its own. */
export function FormattedField({ label, initial, onChange, error = null }: FormattedFieldProps) {
  return (
    <div className={classes.formatted}>
      <span className={`${classes.label} block text-body font-medium mb-1`} aria-hidden>
        {label}
      </span>
      <div className={classes.editorRoom}>
        <Suspense fallback={<SkeletonPanel bare lines={5} label="Loading the editor" />}>
          <Editor label={label} initial={initial} onChange={onChange} error={error} />
        </Suspense>
      </div>
    </div>
  );
}
