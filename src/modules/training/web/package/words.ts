import type { RefusalsOf } from '#platform/endpoint.ts';
import { messagesOf } from '#platform/web/messages.ts';
import type { packageContract } from '../../packageContract.ts';
import { somethingWrong } from '../messages.ts';

export const packageMessageOf = messagesOf<RefusalsOf<typeof packageContract>>(
  {
    'no-such-course': 'This course is no longer there.',
    'unreadable-package':
      'This is not a ZIP file, or it is damaged. Export the course from your authoring tool again, as SCORM.',
    'no-manifest':
      'No course was found in this file. It must have imsmanifest.xml at its top, and the pages that it names must be in the file. Upload the ZIP as your authoring tool made it, without unpacking it.',
    'unknown-standard': 'This course is in another standard. Export it as SCORM 1.2 or SCORM 2004.',
    'unsafe-package':
      'This file was refused for safety: it has names that lead out of the package, links, locked files, or files that unpack to far more than they are. Export the course again.',
    'package-too-large':
      'This course is too large. It may have up to 200 MB unpacked and 5,000 files; shorten or compress its videos.',
    'too-many-packages':
      'Your organization has 50 courses of its own, or 2 GB of them. Remove one that is no longer needed first.',
    'link-invalid': 'This link does not work. Please use the one in your newest email.',
    'link-expired':
      'This link has expired. Open the newest email, or ask for a new link on the previous page.',
    'course-locked': 'This course is not open yet.',
    'no-such-part': 'This part of the course is no longer there. Open the course again.',
    'unreadable-state':
      'The course sent something that cannot be kept. Tell the person who added the course.',
    'module-inactive': 'Training is not part of your plan now. Choose a plan to continue.',
    'not-in-support-session': 'Only administrators of the organization can do this, not a support session.',
  },
  somethingWrong,
);
