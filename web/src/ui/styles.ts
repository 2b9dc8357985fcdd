// The UI library's style sheets for the first page; those of dialogs, menus and forms are in panelStyles.ts. The library's
// variables are set by its provider (main.tsx).
import './fonts.css';
import './fontBefore.css';
import './tokens.css';
import './base.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
