// Entry point of the worker that holds the model in “Look inside”.
import { serve } from './serve.js';

serve(self);
