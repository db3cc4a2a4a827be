/** What each page has at the end of its head: light or dark, and its keys. */
import type { Theme } from "./theme.ts";
import { Press } from "./transport.tsx";

interface Props {
  readonly theme: Theme;
  readonly toggleTheme: () => void;
  readonly showHelp: () => void;
}

export function PageButtons({ theme, toggleTheme, showHelp }: Props) {
  return (
    <div class="end">
      <Press
        name="Light or dark"
        icon={theme === "dark" ? "light" : "dark"}
        onPress={toggleTheme}
      />
      <Press name="Keys" text="?" onPress={showHelp} />
    </div>
  );
}
