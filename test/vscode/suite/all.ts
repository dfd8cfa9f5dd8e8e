/** Every file of the suite. */
import './activation';
import './editor';
