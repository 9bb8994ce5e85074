import { Button, type ButtonProps } from '@mantine/core';
import IconMessageCircleQuestion from '@tabler/icons-react/dist/esm/icons/IconMessageCircleQuestion.mjs';

export const AskExpertButton = (props: ButtonProps & { onClick: () => void }) => (
  <Button
    variant="default"
    leftSection={<IconMessageCircleQuestion size={18} stroke={1.5} aria-hidden />}
    {...props}
  >
    Ask an expert
  </Button>
);
