import { Modal } from '@mantine/core';
import { useMemo } from 'react';
import type { CatalogCourse } from '../../entities.ts';
import { CoursePlayer } from '../play/CoursePlayer.tsx';
import { previewPort } from './previewPort.ts';

/** The course as its people see it; nothing that is done in it is kept. */
export function PreviewDialog({ course, onClose }: { course: CatalogCourse; onClose: () => void }) {
  const port = useMemo(() => previewPort(course.id), [course.id]);
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title="Preview, nothing is recorded"
      radius={0}
      returnFocus
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': 'Close the preview' }}
      padding={0}
      styles={{
        header: { padding: '8px 16px', minHeight: 56, borderBottom: '1px solid var(--ui-border)' },
        title: { fontSize: 14, fontWeight: 500 },
      }}
    >
      <CoursePlayer port={port} onLeave={onClose} leaveLabel="Close the preview" />
    </Modal>
  );
}
