import { Button, type ButtonProps } from '@mantine/core';
import IconMessageCircleQuestion from '@tabler/icons-react/dist/esm/icons/IconMessageCircleQuestion.mjs';
import { askExpert, type QuestionAbout } from './askExpert.ts';

type AskExpertButtonProps = ButtonProps & { about: QuestionAbout | null; children?: string };

/** Asks the experts about what is on the screen; what it is comes along. */
export const AskExpertButton = ({ about, children = 'Ask an expert', ...rest }: AskExpertButtonProps) => (
  <Button
    variant="default"
    leftSection={<IconMessageCircleQuestion size={18} stroke={1.5} aria-hidden />}
    {...rest}
    onClick={() => askExpert(about)}
  >
    {children}
  </Button>
);
