import "@fontsource-variable/figtree/index.css";
import "./looks/page.css";
import "./looks/table.css";
import { render } from "preact";
import { App } from "./App";
import { liveAccount } from "./account/live";
import { install } from "./app/install";
import { speak } from "./i18n";

await speak();
const page = document.getElementById("page");
if (page) render(<App />, page);
liveAccount();
void install();
