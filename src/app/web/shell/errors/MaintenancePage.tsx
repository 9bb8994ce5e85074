import { usePortal } from '#platform/web/boot.ts';
import { DrawingMaintenance } from '#ui/drawings/DrawingMaintenance.tsx';
import { StandAlonePage } from '../StandAlonePage.tsx';

export function MaintenancePage() {
  const { maintenance } = usePortal();
  return (
    <StandAlonePage title={maintenance.title} drawing={<DrawingMaintenance />}>
      <p>{maintenance.subHead}</p>
      <p>{maintenance.content}</p>
    </StandAlonePage>
  );
}
