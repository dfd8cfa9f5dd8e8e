/** Every file of the suite. */
import './activation';
import './editor';
import './actions';
import './measurement';
import './notebook';
