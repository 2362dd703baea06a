// Entry point of the worker, which holds the model.
import { serve } from './serve.js';

serve(self);
