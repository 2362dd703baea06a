'use client';
import 'attention-spotlight/element';
import { useEffect, useRef } from 'react';
import { showNumbers } from '../../numbers.js';

export function Attention({ text }) {
  const spotlight = useRef(null);
  useEffect(() => {
    void showNumbers(spotlight.current);
  }, []);
  return <attention-spotlight ref={spotlight} lang="en" text={text} query={7} />;
}
