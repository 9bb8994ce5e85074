import { ActionIcon, Button, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPackageImport from '@tabler/icons-react/dist/esm/icons/IconPackageImport.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { lazy, Suspense, useRef, useState } from 'react';
import type { CatalogCourse } from '../../entities.ts';

const ImportCourseDialog = lazy(async () => ({
  default: (await import('./ImportCourseDialog.tsx')).ImportCourseDialog,
}));
const EditOwnCourseDialog = lazy(async () => ({
  default: (await import('./OwnCourseDialogs.tsx')).EditOwnCourseDialog,
}));
const RemoveOwnCourseDialog = lazy(async () => ({
  default: (await import('./OwnCourseDialogs.tsx')).RemoveOwnCourseDialog,
}));

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

export function ImportCourseButton({ variant = 'default' }: { variant?: 'default' | 'filled' }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        leftSection={<IconPackageImport {...icon} />}
        onClick={() => setOpen(true)}
      >
        Bring your own course
      </Button>
      <Suspense fallback={null}>{isOpen && <ImportCourseDialog onClose={close} onDone={close} />}</Suspense>
    </>
  );
}

/** What can be done with a course of the organisation's own; `onRemoved` where its own page is shown. */
export function OwnCourseMenu({ course, onRemoved }: { course: CatalogCourse; onRemoved?: () => void }) {
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(null);
    button.current?.focus();
  };
  return (
    <>
      <Menu width={220}>
        <Menu.Target>
          <ActionIcon ref={button} aria-label={`Actions for ${course.title}`}>
            <IconDots size={20} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setOpen('edit')}>
            Name and length
          </Menu.Item>
          <Menu.Item
            className="danger-action"
            leftSection={<IconTrash {...icon} />}
            onClick={() => setOpen('remove')}
          >
            Remove course
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {open === 'edit' && <EditOwnCourseDialog course={course} onClose={close} onDone={close} />}
        {open === 'remove' && (
          <RemoveOwnCourseDialog
            course={course}
            onClose={close}
            onDone={() => {
              close();
              onRemoved?.();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
