/** Light or dark: as the system has it, until a person chooses; on paper, light. */
import { useEffect, useState } from "preact/hooks";

export type Theme = "light" | "dark";

export function useTheme(): readonly [Theme, () => void] {
  const [chosen, setChosen] = useState<Theme>();
  const isDark = useMedia("(prefers-color-scheme: dark)");
  const isPrinted = useMedia("print");
  const theme = isPrinted ? "light" : (chosen ?? (isDark ? "dark" : "light"));
  // Before anything is drawn: what is drawn on a canvas reads its colours from here.
  document.documentElement.dataset["theme"] = theme;
  return [theme, () => setChosen(theme === "dark" ? "light" : "dark")];
}

function useMedia(query: string): boolean {
  const [isSo, setSo] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const change = (): void => setSo(media.matches);
    media.addEventListener("change", change);
    return () => media.removeEventListener("change", change);
  }, [query]);
  return isSo;
}
