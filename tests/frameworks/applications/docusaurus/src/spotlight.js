import 'attention-spotlight/element';
