import { watchLanes } from './lanes.js';
import { takeFiles } from './uploads.js';

takeFiles();
watchLanes();
