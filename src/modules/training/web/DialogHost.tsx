import { lazy, Suspense } from 'react';
import { ArchiveDialog, NewLinkDialog, RemindDialog, RestoreDialog } from './ConfirmDialogs.tsx';
import { DeleteTraineeDialog } from './DeleteTraineeDialog.tsx';
import type { TrainingDialog } from './dialogs.ts';
import type { Loaded } from './queries.ts';

const AddTraineesDialog = lazy(async () => ({
  default: (await import('./enrol/AddTraineesDialog.tsx')).AddTraineesDialog,
}));
const EnrolTeamDialog = lazy(async () => ({
  default: (await import('./enrol/EnrolTeamDialog.tsx')).EnrolTeamDialog,
}));
const UploadListDialog = lazy(async () => ({
  default: (await import('./enrol/UploadListDialog.tsx')).UploadListDialog,
}));
const EditTraineeDialog = lazy(async () => ({
  default: (await import('./trainees/EditTraineeDialog.tsx')).EditTraineeDialog,
}));
const EditCoursesDialog = lazy(async () => ({
  default: (await import('./trainees/EditCoursesDialog.tsx')).EditCoursesDialog,
}));

type DialogHostProps = { open: TrainingDialog | null; loaded: Loaded; onClose: () => void };

function OpenDialog({ open, loaded, onClose }: DialogHostProps & { open: TrainingDialog }) {
  const common = {
    onClose,
    onDone: () => {
      open.onDone?.();
      onClose();
    },
  };
  switch (open.kind) {
    case 'add':
      return <AddTraineesDialog loaded={loaded} {...common} />;
    case 'team':
      return <EnrolTeamDialog loaded={loaded} {...common} />;
    case 'upload':
      return <UploadListDialog seats={loaded.traineesData!.seats} {...common} />;
    case 'edit':
      return (
        <EditTraineeDialog
          person={open.person}
          calendar={loaded.traineesData!.settings.calendar}
          {...common}
        />
      );
    case 'courses':
      return <EditCoursesDialog people={open.people} loaded={loaded} {...common} />;
    case 'delete':
      return <DeleteTraineeDialog person={open.person} {...common} />;
    case 'newLink':
      return <NewLinkDialog person={open.person} {...common} />;
    case 'archive':
      return <ArchiveDialog people={open.people} {...common} />;
    case 'restore':
      return <RestoreDialog people={open.people} seatsLeft={loaded.traineesData!.seats.left} {...common} />;
    case 'remind':
      return <RemindDialog people={open.people} {...common} />;
  }
}

export const DialogHost = ({ open, ...rest }: DialogHostProps) =>
  open && (
    <Suspense fallback={null}>
      <OpenDialog open={open} {...rest} />
    </Suspense>
  );
