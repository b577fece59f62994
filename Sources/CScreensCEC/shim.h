// The numbers of the calls are macros, which Swift does not import.
#include <linux/cec.h>
#include <sys/ioctl.h>

static const unsigned long cec_g_caps = CEC_ADAP_G_CAPS;
static const unsigned long cec_g_phys_addr = CEC_ADAP_G_PHYS_ADDR;
static const unsigned long cec_s_phys_addr = CEC_ADAP_S_PHYS_ADDR;
static const unsigned long cec_g_log_addrs = CEC_ADAP_G_LOG_ADDRS;
static const unsigned long cec_s_log_addrs = CEC_ADAP_S_LOG_ADDRS;
static const unsigned long cec_g_connector_info = CEC_ADAP_G_CONNECTOR_INFO;
static const unsigned long cec_transmit = CEC_TRANSMIT;
static const unsigned long cec_receive = CEC_RECEIVE;
static const unsigned long cec_dqevent = CEC_DQEVENT;
static const unsigned long cec_s_mode = CEC_S_MODE;
