/** Light or dark: as the system has it, until a person chooses. */
import { useEffect, useState } from "preact/hooks";

type Theme = "light" | "dark";

export function useTheme(): readonly [Theme, () => void] {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const [chosen, setChosen] = useState<Theme>();
  const [system, setSystem] = useState<Theme>(dark.matches ? "dark" : "light");
  useEffect(() => {
    const change = (): void => setSystem(dark.matches ? "dark" : "light");
    dark.addEventListener("change", change);
    return () => dark.removeEventListener("change", change);
  }, []);
  const theme = chosen ?? system;
  // Before anything is drawn: what is drawn on a canvas reads its colours from here.
  document.documentElement.dataset["theme"] = theme;
  return [theme, () => setChosen(theme === "dark" ? "light" : "dark")];
}
