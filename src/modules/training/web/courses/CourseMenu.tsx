import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import type { CatalogCourse } from '../../entities.ts';
import { packageStandards } from '../../packageContract.ts';
import { packageOf, standardNames } from './downloads.ts';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

type CourseMenuProps = { course: CatalogCourse; onPrint?: () => void };

export const CourseMenu = ({ course, onPrint }: CourseMenuProps) => (
  <Menu width={300}>
    <Menu.Target>
      <ActionIcon aria-label={`Actions for ${course.title}`}>
        <IconDots size={20} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {onPrint && (
        <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={onPrint}>
          Print the poster
        </Menu.Item>
      )}
      {packageStandards.map((standard) => (
        <Menu.Item
          key={standard}
          component="a"
          href={packageOf(course, standard)}
          download
          leftSection={<IconDownload {...icon} />}
        >
          Export as {standardNames[standard]}
          {standard === 'scorm12' && (
            <span className="block text-small text-dimmed">Most learning systems take this</span>
          )}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
