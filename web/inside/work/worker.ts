// The worker that holds the model and computes.
import { serve } from './serve.js';

serve(self);
