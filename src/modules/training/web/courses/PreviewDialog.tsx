import { Modal } from '@mantine/core';
import { useMemo } from 'react';
import type { CatalogCourse } from '../../entities.ts';
import { CoursePlayer } from '../play/CoursePlayer.tsx';
import classes from './Courses.module.css';
import { previewPort } from './previewPort.ts';

const words = 'Preview, nothing is recorded';

/** The course as its people see it; nothing that is done in it is kept. */
export function PreviewDialog({ course, onClose }: { course: CatalogCourse; onClose: () => void }) {
  const port = useMemo(() => previewPort(course.id), [course.id]);
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      // the player has a bar of its own, which says it too
      title={words}
      withCloseButton={false}
      classNames={{ header: `${classes.unseen} visually-hidden` }}
      radius={0}
      closeOnEscape={false}
      padding={0}
    >
      <CoursePlayer
        isWithin
        port={port}
        brand={<span className="font-medium">{words}</span>}
        onLeave={onClose}
        leaveLabel="Close the preview"
      />
    </Modal>
  );
}
